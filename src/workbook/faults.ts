/** The errors of an uploaded file as a whole, in Chinese and English; `{name}` is replaced by a parameter. */
const FILE_FAULTS = {
  FILE_EMPTY: { zh: 'Excel文件不能为空', en: 'The workbook must not be empty' },
  FILE_NOT_BASE64: {
    zh: 'Base64 解码失败：请上传完整的 Base64 文本或 data URI',
    en: 'The file is not base64: send the whole base64 text or a data URI',
  },
  FILE_TOO_LARGE: { zh: '文件大小超过{max}MB限制', en: 'The file is larger than {max} MB' },
  FILE_NOT_WORKBOOK: {
    zh: '提供的文件不是有效的 Excel 文件，请另存为 .xlsx 后上传',
    en: 'The file is not an Excel workbook: save it as .xlsx and upload that',
  },
  FILE_OLD_WORKBOOK: {
    zh: '不支持旧版 .xls 或带密码的工作簿，请另存为不带密码的 .xlsx 后上传',
    en: 'This is an old .xls workbook or one with a password: save it as .xlsx without a password',
  },
  FILE_TEXT: {
    zh: '文件是文本（如 CSV 或 HTML），不是 Excel 工作簿，请另存为 .xlsx 后上传',
    en: 'The file is text (such as CSV or HTML), not a workbook: save it as .xlsx and upload that',
  },
  FILE_DAMAGED: {
    zh: 'Excel解析失败：文件已损坏或不完整（{part}），请在 Excel 中打开并另存为 .xlsx 后上传',
    en: 'The workbook is damaged or incomplete ({part}): open it in Excel, save it as .xlsx and upload that',
  },
  FILE_BOMB: {
    zh: '文件解压后过大，已拒绝处理',
    en: 'The file unpacks to far more than a workbook may hold and was refused',
  },
  FILE_MACRO: {
    zh: '工作簿包含宏，请另存为不含宏的 .xlsx 后上传',
    en: 'The workbook contains macros: save it as .xlsx without macros',
  },
  FILE_EXTERNAL_LINK: {
    zh: '工作簿包含外部链接，请断开链接后上传',
    en: 'The workbook links to other files: break the links and upload it again',
  },
  FILE_DTD: {
    zh: '工作簿包含不允许的 XML 定义（DTD），已拒绝处理',
    en: 'The workbook contains an XML document type definition and was refused',
  },
  SHEET_EMPTY: { zh: '工作簿中没有内容', en: 'The workbook has no content' },
  HEADING_MISSING: {
    zh: '在前{rows}行中找不到表头：{missing}；找到的内容：{found}。请使用导入模板',
    en:
      'These headings are missing in the first {rows} rows: {missing}; found: {found}. Start from the ' +
      'import template',
  },
  TOO_MANY_ROWS: {
    zh: '数据超过{max}行，请拆分后分批导入',
    en: 'The sheet has more than {max} rows: split it and import the parts',
  },
  TOO_MANY_COLUMNS: {
    zh: '单元格{cell}超出{max}列的限制，请删除右侧多余内容',
    en: 'Cell {cell} lies beyond {max} columns: delete what is to the right',
  },
  TOO_MANY_CELLS: {
    zh: '工作表的单元格过多（超过{max}个，含空白格式单元格），请把数据复制到新的工作表后上传',
    en: 'The sheet has more than {max} cells, formatted empty ones included: copy the data to a new sheet',
  },
  TOO_MANY_MERGES: {
    zh: '合并单元格超过{max}个，请取消合并后上传',
    en: 'The sheet has more than {max} merged ranges: unmerge them',
  },
  TOO_COMPLEX: {
    zh: '工作簿过于复杂，处理时超出内存限制',
    en: 'The workbook is too complex: reading it exceeded the memory limit',
  },
  TIME_EXCEEDED: {
    zh: '工作簿处理超过{seconds}秒，已中止',
    en: 'Reading the workbook took longer than {seconds} seconds and was stopped',
  },
  TOO_MANY_STORED: {
    zh: '现有数据超过{max}行，一个工作簿放不下，请改用分页查询读取',
    en: 'More than {max} rows are stored, too many for one workbook: read them by pages',
  },
  BUSY: {
    zh: '正在处理的工作簿过多，请稍后再试',
    en: 'Too many workbooks are being read or written: try again shortly',
  },
} as const;

/** Code of an error of the whole file. */
export type FileFault = keyof typeof FILE_FAULTS;
/** Parameters of an error message. */
export type FaultParams = Readonly<Record<string, string | number>>;
/** A sentence in both languages of the product. */
export interface Sentence {
  readonly zh: string;
  readonly en: string;
}

/** The file as a whole cannot be imported; nothing was stored. */
export class WorkbookError extends Error implements Sentence {
  override readonly name = 'WorkbookError';
  readonly zh: string;
  readonly en: string;

  constructor(
    readonly code: FileFault,
    readonly params: FaultParams = {},
  ) {
    const { zh, en } = sentence(FILE_FAULTS[code], params);
    super(en);
    this.zh = zh;
    this.en = en;
  }
}

/** The file cannot be read beyond the named part. */
export function damaged(part: string): WorkbookError {
  return new WorkbookError('FILE_DAMAGED', { part: part.slice(0, 80) });
}

function sentence({ zh, en }: Sentence, params: FaultParams): Sentence {
  return { zh: fill(zh, params), en: fill(en, params) };
}

/** The text with its `{name}` placeholders replaced. */
export function fill(template: string, params: FaultParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
