export { englishWords } from './english-words.ts'
