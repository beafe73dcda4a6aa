import { Field, ObjectType } from 'type-graphql';
import { SystemValue } from '../../entities/system.js';
import { everybody } from '../../data/callers.js';
import { authorize, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';

declareRights({ site: everybody });

/** The texts of a site: name, key in the system values, meaning. */
const siteTexts = {
  name: ['web_name', 'Name of the site.'],
  title: ['web_title', 'Title of its pages.'],
  subTitle: ['web_sub_title', 'Second line of the title.'],
  description: ['web_description', 'What the site is for.'],
  keywords: ['web_keywords', 'Keywords for search engines.'],
  iconUrl: ['web_icon_url', 'Address of the icon.'],
  logoUrl: ['web_logo_url', 'Address of the logo.'],
  icpNumber: ['web_icp_number', 'Number of the ICP registration.'],
  icpLink: ['web_icp_link', 'Address of the ICP registry.'],
  securityRecord: ['web_security_record', 'Number of the registration with the police.'],
  securityRecordLink: ['web_security_record_link', 'Address of that registry.'],
  copyrightStatus: ['web_copyright_status', 'Copyright notice.'],
  openSourceLicense: ['web_open_source_license', 'Licence of the software.'],
  contactEmail: ['web_contact_email', 'E-mail address for questions.'],
  contactPhone: ['web_contact_phone', 'Telephone number for questions.'],
  officeAddress: ['web_office_address', 'Postal address.'],
  weiboUrl: ['web_weibo_url', 'Address on Weibo.'],
  wechatOfficeAccount: ['web_wechat_official_account', 'Official account on WeChat.'],
  owner: ['web_owner', 'Who owns the site.'],
  founder: ['web_founder', 'Who founded it.'],
  launchDate: ['web_launch_date', 'Day of the launch, as text such as 2025-01-01.'],
  technologyStack: ['web_technology_stack', 'What it is made of.'],
} as const;

/** The texts of the site, for titles and footers. */
@ObjectType({ description: 'The texts of the site, for titles and footers.' })
export class Site {}
for (const [name, [, description]] of Object.entries(siteTexts)) {
  Field(() => String, { nullable: true, description, simple: true })(Site.prototype, name);
}

/** The texts of the site; null where the installation has none. */
export async function site(ctx: Context): Promise<Site> {
  authorize(ctx, 'site');
  const keys = Object.values(siteTexts).map(([key]) => key);
  const values = await ctx.rows.find(SystemValue, { key: { $in: keys } });
  const byKey = new Map(values.map(({ key, value }) => [key, value]));
  return Object.fromEntries(Object.entries(siteTexts).map(([name, [key]]) => [name, byKey.get(key) ?? null]));
}
