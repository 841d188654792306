export { englishListWords } from './english-list-words.ts'
export { englishWords } from './english-words.ts'
