/** A time of day on a clock of 24 hours: `09:30`. */
export const timeOfDayPattern = /^([01]\d|2[0-3]):[0-5]\d$/
