import { operation } from '../shell/operation.js';

export interface Notice {
  readonly id: string;
  readonly message: string;
  readonly publicNote: string | null;
  readonly createdAt: string;
  readonly readAt: string | null;
  readonly semester: { readonly id: string } | null;
  readonly meetings: readonly {
    readonly message: string;
    readonly fromDate: string | null;
    readonly toDate: string | null;
  }[];
}

/** The reader's notices, newest first, and whether they are mailed as well. */
export const notices = operation<
  {
    notices: { total: number; items: readonly Notice[] };
    preferences: { isMailed: boolean };
  },
  { page: number; isRead?: boolean }
>(/* GraphQL */ `
  query Notices($page: Int!, $isRead: Boolean) {
    notices(page: $page, isRead: $isRead) {
      total
      items {
        id
        message
        publicNote
        createdAt
        readAt
        semester {
          id
        }
        meetings {
          message
          fromDate
          toDate
        }
      }
    }
    preferences: noticePreferences {
      isMailed
    }
  }
`);

/** Tells whenever a notice comes or is read. */
export const noticesChanged = operation<{ state: { unreadCount: number } }>(/* GraphQL */ `
  subscription NoticesChanged {
    state: noticesChanged {
      unreadCount
    }
  }
`);

/** Counts notices as read, or all where none is named. */
export const markRead = operation<{ state: { unreadCount: number } }, { ids?: readonly string[] }>(
  /* GraphQL */ `
    mutation MarkNoticesRead($ids: [ID!]) {
      state: markNoticesRead(ids: $ids) {
        unreadCount
      }
    }
  `,
);

/** Says whether notices are mailed. */
export const setMailed = operation<{ preferences: { isMailed: boolean } }, { isMailed: boolean }>(
  /* GraphQL */ `
    mutation SetNoticePreferences($isMailed: Boolean!) {
      preferences: setNoticePreferences(isMailed: $isMailed) {
        isMailed
      }
    }
  `,
);
