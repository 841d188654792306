/** More corners than any wall, floor or stage has in a drawing. Each is checked for every seat. */
export const maxCorners = 2_000
