/** Leaves the router for another address of this site. In a separate module, because tests cannot observe `location.assign`. */
export const leaveTo = (path: string): void => location.assign(path)
