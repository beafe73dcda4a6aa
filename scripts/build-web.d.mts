export function buildWeb(options?: { outDir?: string }): Promise<{ built: boolean }>;
