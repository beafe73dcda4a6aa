export function countDescendants(mark: string): void;
