import { ClassGroup, ClassPartition } from '../entities/class-groups.js';
import { sheetOf } from './sheet-of.js';

/** Characters of the student numbers of a group: of hundreds of students. */
const numbersMax = 16_000;

/** The groups of administrative classes, with who is in them. */
export const classGroupSheet = sheetOf(ClassGroup, {
  columns: {
    administrativeClass: { of: ClassPartition, example: { first: true } },
    partitionName: {
      ...{ heading: '分组方案*', label: '分组方案', english: 'Partition', required: true },
      ...{ kind: { is: 'text', maxLength: 32 }, example: '实验分组' },
    },
    order: { example: '1' },
    name: { example: 'A组' },
    students: {
      ...{ heading: '学号', english: 'Student numbers', kind: { is: 'text', maxLength: numbersMax } },
      example: '2024010101,2024010102',
    },
  },
  notice: [
    '每行一个分组；同一行政班的同名方案为一个分组方案',
    '学号以逗号分隔，须为该行政班的在读学生，同一方案中每名学生只在一个分组',
  ],
});
