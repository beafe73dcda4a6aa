import { to, type RouteTable } from '../route.js';

/** Initialisation and public information. */
export const system: RouteTable = {
  'POST /init': to('initialise', null, '系统初始化成功', { names: { name: 'username' } }),
  'GET /init/check': to('initialisation', 'SystemInitCheckDTO', '操作成功'),
  'GET /web/info': to('site', 'SiteDTO', '成功'),
  'GET /web/system': to('systemInfo', 'SystemDTO', '成功'),
  'GET /web/jvm-stack': to('runtimeInfo', 'JvmStackDTO', '成功'),
};
