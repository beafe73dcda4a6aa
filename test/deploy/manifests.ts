import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '../../src/database/project-root.js';

/** What is known of every kind, by the module that defines it. */
const models = {
  '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1': { Cluster, ScheduledBackup },
  '@kubernetes-models/keda/keda.sh/v1alpha1': { ScaledObject, TriggerAuthentication },
  'kubernetes-models/apps/v1': { Deployment },
  'kubernetes-models/networking.k8s.io/v1': { NetworkPolicy },
  'kubernetes-models/policy/v1': { PodDisruptionBudget },
  'kubernetes-models/v1': { ConfigMap, Namespace, Service },
};

/** One object of a manifest, as it is written. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // The rest is what its kind says.
  readonly [field: string]: any;
}

export const readYaml = (file: string): any[] =>
  parseAllDocuments(readFileSync(join(projectRoot, file), 'utf8')).map((each) => {
    if (each.errors.length > 0) throw each.errors[0];
    return each.toJS() as unknown;
  });

const folder = 'deploy/kubernetes';

/** Every object below deploy/kubernetes but the list of files itself. */
export const manifests: readonly Manifest[] = readdirSync(join(projectRoot, folder))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => readYaml(join(folder, file)) as Manifest[]);

/** What is wrong with the values of a manifest, by the schema of its kind; null where no schema is known. */
export function faultOf(manifest: Manifest): string | null | undefined {
  const known = Object.values<Record<string, new (data: any) => { validate(): void }>>(models);
  const Model = known.map((each) => each[manifest.kind]).find(Boolean);
  if (!Model) return null;
  try {
    new Model(manifest).validate();
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`;
  }
}

/** Fields that their kinds do not have: schemas let them pass, and Kubernetes drops or refuses them. */
export function unknownFields(): string[] {
  const lines = manifests.flatMap((manifest, at) => {
    const home = Object.entries(models).find(([, kinds]) => manifest.kind in kinds)?.[0];
    return home ? [`const m${at}: import('${home}').I${manifest.kind} = ${JSON.stringify(manifest)};`] : [];
  });
  const file = join(projectRoot, 'test/deploy/virtual.ts');
  const host = ts.createCompilerHost({});
  const sourceOf = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), rest[0]) : sourceOf(name, ...rest);
  const program = ts.createProgram(
    [file],
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      noLib: false,
      types: [],
      skipLibCheck: true,
      strict: true,
      noEmit: true,
    },
    host,
  );
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
