import { operations } from './operations.js';
import { post } from './post.js';
import { texts } from './texts.js';

// sessionStorage lives as long as the browser tab, and so does the session.
const STORAGE_KEY = 'class-scheduling:session';
const REFRESH_AHEAD_MS = 60_000;
// So much earlier at most, by chance: of two tabs of one session one comes first.
const REFRESH_SPREAD_MS = 60_000;
// A wrong clock must not turn refreshing into a loop.
const REFRESH_WAIT_MS_MIN = 30_000;

const listeners = new Set();
const issued = new Set();
let current = JSON.parse(sessionStorage.getItem(STORAGE_KEY));
let ended = null;
let refreshTimer;
let refreshing;
// A duplicated tab has the session of the first. A refresh token works once, so who renews tells the other.
const tabs = new BroadcastChannel(STORAGE_KEY);
tabs.onmessage = ({ data: { used, token } }) => {
  if (current?.refreshToken === used) set({ ...token, user: current.user });
};
// A reopened page may find a token that has expired.
scheduleRefresh({ waitMsMin: 0 });

/** The session of this page, `{ token, refreshToken?, expiresAt?, user? }` or null, and its changes. */
export const session = {
  get: () => current,

  /** Whose session the server no longer knew, until somebody signs in or it is signed out here. */
  ended: () => ended,

  listen(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  async signIn(user, password) {
    const { data, errors } = await post({ query: operations.signIn, variables: { user, password } });
    if (!data?.session) throw new Error(errors?.[0]?.message ?? texts.signInFailed);
    const { token, user: account } = data.session;
    if (!token) throw Object.assign(new Error(texts.registerFirst), { needsRegistration: true });
    set({ ...token, user: account });
  },

  /** Drops a token that the server no longer knows. */
  end() {
    if (current) set(null, current.user);
  },

  /** Drops the token here at once, then asks the server to end it as well. */
  async signOut() {
    const headers = withSession({});
    set(null);
    await post({ query: operations.signOut }, headers).catch(() => undefined);
  },

  /**
   * Takes a token from the fragment of a link, which browsers never send, and removes it from the address.
   */
  async takeFromFragment() {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (!token) return;
    history.replaceState(null, '', location.pathname + location.search);
    set({ token });
    const answer = await post({ query: operations.viewer }, withSession({})).catch(() => null);
    if (current?.token !== token || !answer) return;
    const user = answer.data?.viewer.user;
    set(user ? { token, user } : null);
  },

  /** The headers with a valid token, if they carry an expired one of this session; else null. */
  async renewed(headers) {
    const sent = headers[authorizationOf(headers)];
    if (!current || !issued.has(sent)) return null;
    if (sent === `Bearer ${current.token}`) await refresh();
    const next = withSession(headers);
    return current && next[authorizationOf(next)] !== sent ? next : null;
  },
};

/**
 * The headers with the session's token instead of any earlier one of its own; a token typed by hand stays.
 */
export function withSession(headers) {
  const name = authorizationOf(headers);
  const { [name]: present, ...others } = headers;
  if (present && !issued.has(present)) return headers;
  if (!current) return others;
  const authorization = `Bearer ${current.token}`;
  issued.add(authorization);
  return { [name]: authorization, ...others };
}

function authorizationOf(headers) {
  return Object.keys(headers).find((key) => key.toLowerCase() === 'authorization') ?? 'Authorization';
}

function set(next, left = null) {
  current = next;
  ended = left;
  if (next) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  else sessionStorage.removeItem(STORAGE_KEY);
  scheduleRefresh();
  for (const listener of listeners) listener();
}

function scheduleRefresh({ waitMsMin = REFRESH_WAIT_MS_MIN } = {}) {
  clearTimeout(refreshTimer);
  if (!current?.refreshToken) return;
  const ahead = REFRESH_AHEAD_MS + Math.random() * REFRESH_SPREAD_MS;
  const wait = Date.parse(current.expiresAt) - Date.now() - ahead;
  refreshTimer = setTimeout(refresh, Math.max(wait, waitMsMin));
}

/** Renews the session, one refresh at a time: using a refresh token twice ends the session. */
function refresh() {
  return (refreshing ??= exchange().finally(() => (refreshing = undefined)));
}

/**
 * Exchanges the tokens for new ones. A refusal ends the session; if the server is unavailable, it retries.
 */
async function exchange() {
  if (!current?.refreshToken) return;
  const { refreshToken } = current;
  const answer = await post({ query: operations.refresh, variables: { refreshToken } }).catch(() => null);
  const token = answer?.data?.token;
  if (token) tabs.postMessage({ used: refreshToken, token });
  if (current?.refreshToken !== refreshToken) return;
  if (token) set({ ...token, user: current.user });
  else if (isRefusal(answer)) session.end();
  else scheduleRefresh();
}

/** Whether the server did not recognise the caller. */
export function isRefusal(answer) {
  return Boolean(answer?.errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED'));
}
