import { createRequire } from 'node:module';
import { openApiRoutes } from '../../engine/local-lark/routes.ts';

/** A tool of lark-mcp that stands for one operation; `sdkName` is the method of the official SDK. */
export interface GeneratedTool {
  readonly name: string;
  readonly sdkName: string;
  readonly path: string;
  readonly httpMethod: string;
}

/** The products that the platform speaks, as the package's files name them. */
const PRODUCTS = [
  'auth_v3',
  'authen_v1',
  'bitable_v1',
  'calendar_v4',
  'cardkit_v1',
  'contact_v3',
  'docs_v1',
  'docx_v1',
  'drive_v1',
  'drive_v2',
  'im_v1',
  'im_v2',
  'wiki_v2',
];

/** Path parameters have other names here and there. */
const anonymous = (route: string): string => route.replace(/:\w+/g, ':');

/** By `METHOD /path/:param` of ours: every tool of lark-mcp whose operation the platform speaks. */
export function spokenTools(): ReadonlyMap<string, GeneratedTool> {
  const require = createRequire(import.meta.url);
  const tools = PRODUCTS.flatMap((product) =>
    Object.values(
      require(`@larksuiteoapi/lark-mcp/dist/mcp-tool/tools/en/gen-tools/zod/${product}.js`) as Record<
        string,
        Partial<GeneratedTool>
      >,
    ),
  );
  const byRoute = new Map(
    tools.flatMap((tool) =>
      tool.path === undefined
        ? []
        : [[anonymous(`${tool.httpMethod ?? ''} ${tool.path}`), tool as GeneratedTool] as const],
    ),
  );
  return new Map(
    openApiRoutes.flatMap(({ method, path }) => {
      const tool = byRoute.get(anonymous(`${method} ${path}`));
      return tool === undefined ? [] : [[`${method} ${path}`, tool] as const];
    }),
  );
}
