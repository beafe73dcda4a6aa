import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { clockIn } from '../../schema/clock.js';
import { offerSystemValues } from './system.queries.js';

/** Keys of the values that record the initialisation. */
export const initKey = 'system_init_mode';
export const administratorKey = 'system_admin_uuid';

/** Initial values, by the keys that existing clients and tools expect. */
const initialValues: Readonly<Record<string, string>> = {
  system_author: 'class-scheduling',
  system_version: 'v1.0.0',
  system_name: 'ClassScheduling',
  [initKey]: 'true',
  web_name: 'ClassScheduling',
  web_title: '智课方舟-智能排课系统',
  web_sub_title: '基于AI的智能排课系统，适用于学校等教育场地',
  web_description: '一个用于智能排课的系统',
  web_keywords: '排课系统，教育管理，人工智能，课程规划',
  web_icon_url: 'https://xxx.com/favicon.ico',
  web_logo_url: 'https://xxx.com/logo.png',
  web_icp_number: '京ICP备 2020001234号',
  web_icp_link: 'https://beian.miit.gov.cn',
  web_security_record: '京公网安备 110101020004221号',
  web_security_record_link: 'https://www.beian.gov.cn/portal/registerSystemInfo',
  web_copyright_status: 'Copyright © 2024 智课方舟. All rights reserved.',
  web_open_source_license: 'MIT License',
  web_contact_email: 'xxx@xxx.com',
  web_contact_phone: '123xxxxxxxx',
  web_office_address: '北京市海淀区中关村大街 1 号',
  web_weibo_url: 'weibo_url',
  web_wechat_official_account: 'wechat_official_account',
  web_owner: '智课方舟',
  web_founder: '智课方舟',
  web_launch_date: '2025-01-01',
  web_technology_stack: 'TypeScript, GraphQL, PostgreSQL',
};

/** Stores missing values and keeps existing ones. Safe if several processes start at once. */
export async function ensureSystemValues(em: EntityManager, timeZone: string): Promise<void> {
  const values = { ...initialValues, system_init_time: clockIn(timeZone) };
  const keys = Object.keys(values);
  await offerSystemValues(
    em,
    keys.map(() => uuidv7()),
    keys,
    Object.values(values),
  );
}
