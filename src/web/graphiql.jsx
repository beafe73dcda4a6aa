import 'graphiql/style.css';
import './bar.css';
import './graphiql.css';
import { GraphiQL } from 'graphiql';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Bar } from './bar.jsx';
import { fetcher } from './fetcher.js';
import { language } from './language.js';
import { session, withSession } from './session.js';
import { defaultTabs, linkedOperation } from './tabs.js';
import { texts } from './texts.js';

// WORKER_URLS is replaced by the build, which knows the hashed names.
globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(WORKER_URLS[label] ?? WORKER_URLS.editor, { name: label }),
};

document.documentElement.lang = language;
session.takeFromFragment();
addEventListener('hashchange', session.takeFromFragment);

const link = linkedOperation(location.search);

// Variables contain passwords and answers personal data, so input is kept only for the browser tab, like the
// session.
const storage = sessionStorage;

function App() {
  return (
    <>
      <Bar link={{ href: '/api/v1/docs', name: texts.restDocs }} />
      <GraphiQL
        fetcher={fetcher}
        initialQuery={link.query}
        initialVariables={link.variables}
        defaultTabs={defaultTabs(link)}
        defaultHeaders={asText(withSession({}))}
        defaultEditorToolsVisibility="variables"
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
        storage={storage}
      >
        <GraphiQL.Logo>
          Graph<em>i</em>QL
        </GraphiQL.Logo>
        <SessionHeaders />
        <ChineseText />
      </GraphiQL>
    </>
  );
}

/**
 * Synchronises the headers editor with the session, and fetches the schema when signing in makes it visible.
 */
function SessionHeaders() {
  const { introspect } = useGraphiQLActions();
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const activeTabIndex = useGraphiQL((state) => state.activeTabIndex);
  const isSchemaMissing = useGraphiQL((state) => Boolean(state.fetchError));
  const token = useSyncExternalStore(session.listen, () => session.get()?.token);

  useEffect(() => {
    const headers = headerEditor && parsed(headerEditor.getValue());
    if (!headers) return;
    const next = asText(withSession(headers));
    if (next !== asText(headers)) headerEditor.setValue(next);
  }, [headerEditor, activeTabIndex, token]);

  useEffect(() => {
    if (token && isSchemaMissing) introspect();
  }, [token]);
}

/** Stops the editors from highlighting full-width punctuation as suspicious. */
function ChineseText() {
  const query = useGraphiQL((state) => state.queryEditor);
  const variables = useGraphiQL((state) => state.variableEditor);
  const response = useGraphiQL((state) => state.responseEditor);
  useEffect(() => {
    const unicodeHighlight = { ambiguousCharacters: false };
    for (const editor of [query, variables, response]) editor?.updateOptions({ unicodeHighlight });
  }, [query, variables, response]);
}

/** The headers as an object; undefined while the text is not valid. */
function parsed(text) {
  try {
    const value = JSON.parse(text.trim() || '{}');
    return value && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function asText(headers) {
  return Object.keys(headers).length === 0 ? '' : JSON.stringify(headers, null, 2);
}

createRoot(document.getElementById('root')).render(<App />);
