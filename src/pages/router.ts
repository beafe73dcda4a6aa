import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { languageOf } from '../schema/texts.js';
import { icon } from './icon.js';
import { startPage, startPageStyleHash, type SystemStatus } from './start-page.js';

/** The configuration of the pages. */
export interface PagesOptions {
  /** Whether GraphiQL and the REST documentation are served; otherwise their addresses are unknown. */
  explorer: boolean;
  /** Called for every view of the start page. */
  status: () => SystemStatus | Promise<SystemStatus>;
  /** Folder of the built pages. */
  directory: string;
}

const ONE_YEAR_MS = 31_536_000_000;

const strictPolicy = "script-src 'self'; style-src 'self'";
// The editor generates style sheets at run time, so their hashes are not known in advance.
const editorPolicy =
  "script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:";

/** Serves the start page, the timetable, GraphiQL, the REST documentation and their files. */
export function pagesRouter({ explorer, status, directory }: PagesOptions): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const language = languageOf(request.get('Accept-Language'));
    response.vary('Accept-Language').set('Content-Language', language).set('Cache-Control', 'no-cache');
    protect(response, `style-src ${startPageStyleHash}`);
    response.type('html').send(startPage(language, await status(), { explorer }));
  });
  router.get('/favicon.svg', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').type('svg').send(icon);
  });
  router.get('/timetable{/*rest}', page(directory, 'timetable.html', strictPolicy));
  router.get('/assets/:name', asset(join(directory, 'assets')));
  if (explorer) {
    router.get('/graphiql', page(directory, 'graphiql.html', editorPolicy));
    router.get('/api/v1/docs', page(directory, 'docs.html', strictPolicy));
  }
  return router;
}

function page(root: string, file: string, policy: string) {
  return (_request: Request, response: Response): void => {
    if (!existsSync(join(root, file))) {
      response.status(503).type('text').send('The pages are not built. Maybe run: npm run build\n');
      return;
    }
    response.set('Cache-Control', 'no-cache');
    protect(response, policy);
    response.sendFile(file, { root, cacheControl: false });
  };
}

/** Sends a file whose name contains a hash of its content, compressed if the client accepts that. */
function asset(root: string) {
  return (request: Request<{ name: string }>, response: Response, next: NextFunction): void => {
    const { name } = request.params;
    const isCompressed = request.acceptsEncodings(['gzip', 'identity']) === 'gzip';
    response.vary('Accept-Encoding').set('X-Content-Type-Options', 'nosniff');
    response.type(extname(name));
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    const file = isCompressed ? `${name}.gz` : name;
    response.sendFile(file, { root, maxAge: ONE_YEAR_MS, immutable: true, dotfiles: 'ignore' }, (error) => {
      if (!error || response.headersSent) return;
      response.removeHeader('Content-Encoding');
      next();
    });
  };
}

/** Restricts a page to resources of this server, and forbids framing it. */
function protect(response: Response, policy: string): void {
  const common =
    "default-src 'none'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'";
  response.set('Content-Security-Policy', `${common}; frame-ancestors 'none'; ${policy}`);
  response.set('X-Content-Type-Options', 'nosniff').set('Referrer-Policy', 'no-referrer');
}
