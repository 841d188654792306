/** Path of the page with the priority periods of a performance before general sale. */
export const priorityPath = (event: string, instance: string): string => `/events/${event}/${instance}/priority-booking`
