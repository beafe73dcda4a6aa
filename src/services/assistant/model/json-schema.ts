import { meetingRef, roomWish, timeWish } from '@class-scheduling/assistant-language';
import { z } from 'zod';

const names = z.registry<{ id: string }>();
names.add(timeWish, { id: 'Time' });
names.add(roomWish, { id: 'Room' });
names.add(meetingRef, { id: 'Meeting' });

const left = 'pattern minLength maxLength minItems maxItems additionalProperties id'.split(' ');

/** The JSON schema of arguments, as small as it may be. */
export function jsonSchemaOf(type: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    metadata: names,
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const key of left) delete jsonSchema[key as keyof typeof jsonSchema];
    },
  });
  return schema as Record<string, unknown>;
}
