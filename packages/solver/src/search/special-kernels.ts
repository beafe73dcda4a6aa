import type { Pause } from '../deadline.js';
import type { Image } from './image/image.js';
import type { Kernel } from './kernel.js';
import type { Random } from './random.js';

/** Finds kernels for problems of one shape, which are faster there than the general one. */
interface SpecialKernel {
  /** Whether it suits the problem and places by itself what construction left over. */
  placesLeftOver(image: Image, pause: Pause | undefined): boolean;
  /** A kernel that begins with the timetable; null for a problem of another shape. */
  make(image: Image, random: Random, timetable: Int32Array, pause: Pause | undefined): Kernel | null;
}

/** Those that somebody registered in this thread; the first that suits is taken. */
export const specialKernels: SpecialKernel[] = [];
