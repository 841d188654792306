export { listenForVoice } from './listen-for-voice.ts'
