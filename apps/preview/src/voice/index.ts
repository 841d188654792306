export { listenForVoice } from './watch-announcements.ts'
