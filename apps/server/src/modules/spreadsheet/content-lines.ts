/** A content line of iCalendar (RFC 5545, section 3.1). Names are in upper case. */
export type ContentLine = {
  /** Counted from 1, in the file as an editor shows it. */
  readonly line: number
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  /** As written, with its escapes. */
  readonly value: string
}

/** A component of iCalendar, such as an event. */
export type Component = {
  readonly name: string
  readonly line: number
  readonly lines: ContentLine[]
  readonly parts: Component[]
}

/** Reads folded lines. @throws SyntaxError for a line without a name and a value */
function* readLines(text: string): Generator<ContentLine> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (let nth = 0; nth < lines.length; nth += 1) {
    const line = nth + 1
    const folds = [lines[nth]!]
    while (/^[ \t]/.test(lines[nth + 1] ?? '')) folds.push(lines[(nth += 1)]!.slice(1))
    const whole = folds.join('')
    if (whole.trim() === '') continue
    const [, name, rest] = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*:[^]*)$/.exec(whole) ?? []
    if (name === undefined || rest === undefined) throw new SyntaxError(`line ${line} has no name and value`)
    const params: Record<string, string> = {}
    let from = 0
    for (const part of rest.matchAll(/;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/gy)) {
      params[part[1]!.toUpperCase()] = part[2]!.replaceAll('"', '')
      from = part.index + part[0].length
    }
    yield { line, name: name.toUpperCase(), params, value: rest.slice(from + 1) }
  }
}

/** Reads the components of a file. @throws SyntaxError where they do not begin and end in order */
export function readComponents(text: string): Component[] {
  const roots: Component[] = []
  const open: Component[] = []
  for (const each of readLines(text)) {
    const inside = open.at(-1)
    if (each.name === 'BEGIN') {
      const component = { name: each.value.trim().toUpperCase(), line: each.line, lines: [], parts: [] }
      ;(inside?.parts ?? roots).push(component)
      open.push(component)
    } else if (each.name === 'END') {
      if (inside?.name !== each.value.trim().toUpperCase()) throw new SyntaxError(`line ${each.line} ends another component`)
      open.pop()
    } else if (inside) inside.lines.push(each)
    else throw new SyntaxError(`line ${each.line} is outside of a component`)
  }
  if (open.length > 0) throw new SyntaxError('a component does not end')
  return roots
}

/** The text of a value (RFC 5545, section 3.3.11). */
export const unescape = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter)).trim()
