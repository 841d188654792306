/** Price bands in the order of the spec: premium 2, premium, a to f, standing. Wire order: append, never reorder. */
export const bands = ['premium-2', 'premium', 'a', 'b', 'c', 'd', 'e', 'f', 'standing'] as const
export type Band = (typeof bands)[number]
