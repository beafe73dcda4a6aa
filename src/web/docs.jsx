import 'swagger-ui-dist/swagger-ui.css';
import './bar.css';
import './docs.css';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { Bar } from './bar.jsx';
import { language } from './language.js';
import { withSession } from './session.js';

document.documentElement.lang = language;
followSystemTheme();

function App() {
  return (
    <>
      <Bar link={{ href: '/graphiql', name: 'GraphiQL' }} />
      <Operations />
    </>
  );
}

/** Every operation of /api/v1, to read and to try as the signed-in user. */
function Operations() {
  const place = useRef(null);
  useEffect(() => {
    SwaggerUI({
      url: '/api/v1/openapi.json',
      domNode: place.current,
      // The badge would send the address of this server to a third party.
      validatorUrl: null,
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
      requestInterceptor: (request) => ({ ...request, headers: withSession(request.headers) }),
    });
  }, []);
  return <main ref={place} />;
}

/** Swagger UI has a dark mode, but leaves it to the page to switch it on. */
function followSystemTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

createRoot(document.getElementById('root')).render(<App />);
