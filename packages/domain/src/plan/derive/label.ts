/** The rank of a row's label in the usual order: A before B before Z before AA, 1 before 2; undefined for other labels. */
export function labelRank(label: string): number | undefined {
  if (/^\d{1,4}$/.test(label)) return Number(label)
  if (!/^[A-Z]{1,2}$/i.test(label)) return undefined
  const letters = label.toUpperCase()
  return (letters.length - 1) * 26 + letters.charCodeAt(letters.length - 1) - 64
}

/** A short readable id: `Ground floor` becomes `ground-floor`; letters of other scripts stay. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 24)

/** Gives a name that none before had: `a`, `a-2`, `a-3`. */
export function createNamer(): (baseName: string) => string {
  const uses = new Map<string, number>()
  const usedNames = new Set<string>()
  return (baseName) => {
    let name = baseName
    for (let use = uses.get(baseName) ?? 1; usedNames.has(name); name = `${baseName}-${use}`) uses.set(baseName, (use += 1))
    usedNames.add(name)
    return name
  }
}

/** 1, 2, 3 … but for those in use. */
export function createNumberer(usedNumbers: readonly string[]): () => string {
  const takenNumbers = new Set(usedNumbers)
  let number = 0
  return () => {
    do number += 1
    while (takenNumbers.has(String(number)))
    return String(number)
  }
}
