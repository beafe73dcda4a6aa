import 'reflect-metadata';
import { Field } from 'type-graphql';

type Options = Exclude<Parameters<typeof Field>[1], undefined>;

/** A field of an answer that is told as it is in the object, without a resolver. */
export const shown = (
  type: Parameters<typeof Field>[0],
  description: string,
  options: Options = {},
): PropertyDecorator => Field(type, { ...options, description, simple: true }) as PropertyDecorator;
