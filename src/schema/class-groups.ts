import { registerEnumType } from 'type-graphql';

/** How students of a class are shared out among groups. */
export enum GroupDrawing {
  CONSECUTIVE = 'CONSECUTIVE',
  ALTERNATING = 'ALTERNATING',
}
registerEnumType(GroupDrawing, {
  name: 'GroupDrawing',
  description: 'How students of a class are shared out among groups, by student number.',
  valuesConfig: {
    CONSECUTIVE: { description: 'Neighbours together: the first half, the second half.' },
    ALTERNATING: { description: 'One after the other in turn: odd places, even places.' },
  },
});
