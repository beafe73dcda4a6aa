import type { z } from 'zod';
import type { Handles } from './handles.js';
import type { Mask } from './mask.js';

/** What a tool may use besides its arguments. */
export interface ToolCall {
  readonly handles: Handles;
  readonly mask: Mask;
}

/** What a model may ask for while it interprets: it reads, and nothing else. */
export interface Tool<Input = any> {
  readonly name: string;
  /** For the model; a constant of the program, never a name or remark of somebody. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** The answer as data, in which handles stand for records. */
  run(input: Input, call: ToolCall): unknown;
}
