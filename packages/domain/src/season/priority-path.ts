/** Path of the page that says who may book a performance before general sale, and when. */
export const priorityPath = (event: string, instance: string): string => `/events/${event}/${instance}/priority-booking`
