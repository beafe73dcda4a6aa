import type { RouteTable } from '../route.js';

/** Initialisation and public information. */
export const system: RouteTable = {
  'POST /init': { operation: 'initialise', names: { name: 'username' }, message: '系统初始化成功' },
  'GET /init/check': { operation: 'initialisation', returns: 'SystemInitCheckDTO', message: '操作成功' },
  'GET /web/info': { operation: 'site', returns: 'SiteDTO', message: '成功' },
  'GET /web/system': { operation: 'systemInfo', returns: 'SystemDTO', message: '成功' },
  'GET /web/jvm-stack': { operation: 'runtimeInfo', returns: 'JvmStackDTO', message: '成功' },
};
