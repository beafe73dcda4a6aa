import { type Page } from 'playwright-core';

type Editor = 'operation.graphql' | 'variables.json' | 'request-headers.json' | 'response.json';

interface Model {
  uri: { path: string };
  getValue(): string;
  setValue(text: string): void;
  onDidChangeContent(listener: () => void): { dispose(): void };
}

/** GraphiQL as a person uses it; it works on every server that serves the page. */
export class GraphiqlPage {
  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** Opens the page, with whatever stands behind its path, and waits until the editors are there. */
  async open(rest = ''): Promise<void> {
    await this.page.goto(`${this.origin}/graphiql${rest}`);
    await this.opened();
  }

  /** Waits until the editors are there. */
  opened(): Promise<void> {
    return this.page.locator('.graphiql-query-editor .monaco-editor .view-line').first().waitFor();
  }

  async signIn(user: string, password: string): Promise<void> {
    await this.page.locator('input[name=user]').fill(user);
    await this.page.locator('input[name=password]').fill(password);
    await this.page.locator('.bar-form button[type=submit]').click();
  }

  async signOut(): Promise<void> {
    await this.page.locator('.bar button').click();
    await this.page.locator('.bar-form').waitFor();
  }

  /** The text that says who is signed in, once it is there. */
  signedIn(): Promise<string> {
    return this.page.getByTestId('signed-in').innerText();
  }

  /** Waits until the page says, and says no more than this, why signing in failed. */
  refused(because: string): Promise<void> {
    return this.page.locator('.bar-failure').getByText(because, { exact: true }).waitFor();
  }

  /** Goes to a tab, and waits until its operation is there. */
  async tab(title: string): Promise<void> {
    await this.page.getByRole('tab', { name: title, exact: true }).click();
    await this.text('operation.graphql', ` ${title}`);
  }

  /** Goes to a tab and runs what stands there, with other variables if they are given. */
  async runTab(title: string, variables?: Record<string, unknown>): Promise<void> {
    await this.tab(title);
    if (variables) await this.write('variables.json', JSON.stringify(variables));
    await this.execute();
  }

  /** Puts an operation into the editors and runs it. */
  async run(query: string, variables?: Record<string, unknown>): Promise<void> {
    await this.write('operation.graphql', query);
    await this.write('variables.json', variables ? JSON.stringify(variables) : '');
    // The page takes up the name of the operation a moment after the text, and then shows it on the tab.
    const name = /(?:query|mutation|subscription)\s+(\w+)/.exec(query)?.[1] ?? '<untitled>';
    await this.page.locator('.graphiql-tab-active').getByText(name, { exact: true }).waitFor();
    await this.execute();
  }

  /** Presses the round button: runs what stands there, or stops what runs. */
  execute(): Promise<void> {
    return this.page.locator('.graphiql-execute-button').click();
  }

  /** Waits until the response contains the text, and answers the whole response. */
  response(containing: string): Promise<string> {
    return this.text('response.json', containing);
  }

  /**
   * Every response that appears from now on, until one contains the text; to be called before what brings
   * them.
   */
  responsesUntil(containing: string): Promise<string[]> {
    return this.page.evaluate((wanted) => {
      const models: Model[] = (globalThis as any).__MONACO.editor.getModels();
      const model = models.find(({ uri }) => uri.path.endsWith('response.json'));
      if (!model) throw new Error('The page shows no response editor.');
      return new Promise<string[]>((resolve) => {
        const seen: string[] = [];
        const listener = model.onDidChangeContent(() => {
          seen.push(model.getValue());
          if (!model.getValue().includes(wanted)) return;
          listener.dispose();
          resolve(seen);
        });
      });
    }, containing);
  }

  /**
   * Waits until an editor contains the text, or nothing if that is empty, and answers all that it contains.
   */
  async text(editor: Editor, containing: string): Promise<string> {
    await this.page.waitForFunction(
      ([name, wanted]) => {
        const models: Model[] = (globalThis as any).__MONACO.editor.getModels();
        const value = models.find(({ uri }) => uri.path.endsWith(name))?.getValue();
        return wanted === '' ? value === '' : value?.includes(wanted);
      },
      [editor, containing] as const,
    );
    return this.read(editor);
  }

  read(editor: Editor): Promise<string> {
    return this.page.evaluate((name) => {
      const models: Model[] = (globalThis as any).__MONACO.editor.getModels();
      return models.find(({ uri }) => uri.path.endsWith(name))?.getValue() ?? '';
    }, editor);
  }

  write(editor: Editor, text: string): Promise<void> {
    return this.page.evaluate(
      ([name, value]) => {
        const models: Model[] = (globalThis as any).__MONACO.editor.getModels();
        models.find(({ uri }) => uri.path.endsWith(name))?.setValue(value);
      },
      [editor, text] as const,
    );
  }
}
