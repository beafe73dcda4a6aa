import { OUTCOME } from '../board/changing/fragments.js';
import type { Outcome } from '../board/changing/operations.js';
import { operation } from '../shell/operation.js';

/** A checked change that the assistant proposes. */
export interface Plan {
  readonly id: string;
  readonly hash: string;
  readonly words: string;
  readonly timetable: { readonly id: string; readonly revision: number };
  readonly outcome: Outcome;
}

export interface ChatEvent {
  readonly sequence: number;
  readonly kind: 'PERSON' | 'TOOL_CALL' | 'TOKEN' | 'QUESTION' | 'PLAN' | 'DONE' | 'ERROR';
  readonly text: string | null;
  readonly options: readonly { readonly label: string; readonly text: string }[];
  readonly plan: Plan | null;
}

const PLAN = /* GraphQL */ `
  fragment Planned on ChangePlan {
    id
    hash
    words
    timetable {
      id
      revision
    }
    outcome {
      ...Told
    }
  }

  ${OUTCOME}
`;

/** Says something to the assistant, in a conversation or at the beginning of one. */
export const send = operation<
  { sent: { readonly sequence: number; readonly conversation: { readonly id: string } } },
  { conversation?: string; text: string; key: string }
>(/* GraphQL */ `
  mutation ChatSend($conversation: ID, $text: String!, $key: String!) {
    sent: sendToAssistant(conversation: $conversation, text: $text, key: $key) {
      sequence
      conversation {
        id
      }
    }
  }
`);

/** What is said in a conversation, as it is said. */
export const said = operation<
  { assistantChat: readonly ChatEvent[] },
  { conversation: string; after: number }
>(/* GraphQL */ `
  subscription ChatSaid($conversation: ID!, $after: Int!) {
    assistantChat(conversation: $conversation, after: $after) {
      sequence
      kind
      text
      options {
        label
        text
      }
      plan {
        ...Planned
      }
    }
  }

  ${PLAN}
`);

/** Carries out a plan, exactly as it was shown. */
export const applyPlan = operation<
  { applied: { readonly isApplied: boolean; readonly plan: Plan } },
  { id: string; hash: string }
>(/* GraphQL */ `
  mutation ChatApply($id: ID!, $hash: String!) {
    applied: applyChangePlan(id: $id, hash: $hash) {
      isApplied
      plan {
        ...Planned
      }
    }
  }

  ${PLAN}
`);

/** All conversations of the reader, the latest first: one person has no more than a page holds. */
export const conversations = operation<
  { conversations: { readonly items: readonly { id: string; title: string; lastActivityAt: string }[] } },
  object
>(/* GraphQL */ `
  query ChatConversations {
    conversations(size: 200) {
      items {
        id
        title
        lastActivityAt
      }
    }
  }
`);

/** Deletes a conversation with all that was said in it. */
export const deleteConversation = operation<{ deleted: string }, { id: string }>(/* GraphQL */ `
  mutation ChatDelete($id: ID!) {
    deleted: deleteConversation(id: $id)
  }
`);
