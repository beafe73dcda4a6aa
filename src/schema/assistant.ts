/** What a person asks the assistant, as the channel hands it on. */
export interface AssistantQuestion {
  /** `chat`: words are answered with words. `operate`: something shall happen on the page. */
  readonly kind: 'chat' | 'operate';
  readonly userInput: string;
  /** JSON text of what was said before. */
  readonly history: string;
  /** Title of the page, and what stands on it; a form by the ids of its fields. */
  readonly page: string;
  readonly form: object | string | null;
  readonly record: object | string | null;
  readonly otherData: string;
}

/** What the assistant tells while it answers, by the words of the clients' protocol. */
export type AssistantEvent =
  | { readonly type: 'node_started'; readonly step: string }
  | { readonly type: 'workflow_finished'; readonly result: string }
  | { readonly type: 'agent_thought'; readonly thought: string }
  | { readonly type: 'agent_message'; readonly message: string }
  | { readonly type: 'message_end'; readonly metadata: string };

/** The events after which a client waits no longer; without one it would for ever. */
export const lastEvents: ReadonlySet<AssistantEvent['type']> = new Set(['workflow_finished', 'message_end']);
