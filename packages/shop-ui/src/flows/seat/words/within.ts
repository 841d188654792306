/** What a house wrote as a sentence, for use within a longer one: "Pillar to the left., End of row" would be read with a gap. */
export const within = (sentence: string): string => sentence.replace(/\s*[.。]\s*$/u, '')
