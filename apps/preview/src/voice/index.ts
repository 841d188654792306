export { watchAnnouncements } from './watch-announcements.ts'
