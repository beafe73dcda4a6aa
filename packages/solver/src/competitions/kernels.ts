/** Registers the kernels for the shapes of ITC-2007 and ITC-2019 in the thread that loads this. */
import { specialKernels } from '../search/special-kernels.js';
import { makeLectureKernel } from './lectures/kernel.js';
import { lectureShapeOf } from './lectures/shape.js';
import { PairKernel } from './pairs/kernel.js';
import { pairShapeOf } from './pairs/shape.js';

specialKernels.push(
  {
    placesLeftOver: () => false,
    make: (image, random, timetable) => {
      const shape = lectureShapeOf(image);
      return shape && makeLectureKernel(shape, random, timetable);
    },
  },
  {
    placesLeftOver: (image, pause) => pairShapeOf(image, pause) !== null,
    make: (image, random, timetable, pause) => {
      const shape = pairShapeOf(image, pause);
      return shape && new PairKernel(shape, random, timetable);
    },
  },
);
