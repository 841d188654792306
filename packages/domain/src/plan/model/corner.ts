/** More corners than any wall, floor or stage has that somebody drew. Each is looked at for every seat. */
export const maxCorners = 2_000
