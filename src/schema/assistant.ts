/** A person's question to the assistant, as received by the channel. */
export interface AssistantQuestion {
  /** `chat`: answered in words. `operate`: an action on the page. */
  readonly kind: 'chat' | 'operate';
  readonly userInput: string;
  /** JSON text of the previous conversation. */
  readonly history: string;
  /** The form of the page, by the ids of its fields. */
  readonly form: object | string | null;
  readonly otherData: string;
}

/** Events of the assistant while it answers, in the terms of the clients' protocol. */
export type AssistantEvent =
  | { readonly type: 'node_started'; readonly step: string }
  | { readonly type: 'workflow_finished'; readonly result: string }
  | { readonly type: 'agent_thought'; readonly thought: string }
  | { readonly type: 'agent_message'; readonly message: string }
  | { readonly type: 'message_end'; readonly metadata: string };

/** The events that end an answer; without one a client would wait forever. */
export const lastEvents: ReadonlySet<AssistantEvent['type']> = new Set(['workflow_finished', 'message_end']);
