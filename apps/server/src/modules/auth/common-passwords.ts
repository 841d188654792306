/** The 50,000 most frequent leaked passwords, in lower case. */
const loadLeakedPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
let leakedPasswords: Promise<ReadonlySet<string>> | undefined

/** Whether a password is easy to guess: one of the most frequent leaked passwords, or a predictable pattern. Needs no network. */
export async function isCommonPassword(password: string): Promise<boolean> {
  leakedPasswords ??= loadLeakedPasswords()
  return (await leakedPasswords).has(password.toLowerCase()) || isPredictable(password)
}

/** Whether a password is a common word, alone or with the usual digits and signs, a keyboard sequence, or has at most 3 different characters. */
function isPredictable(password: string): boolean {
  const lower = password.toLowerCase()
  // Leading and trailing digits are removed. Digits within a word may substitute letters.
  const stems = [lower, undoSubstitutions(lower), undoSubstitutions(lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, ''))].map((form) =>
    form.replaceAll(/[^a-z]/g, ''),
  )
  if (stems.some((stem) => commonWords.has(stem) || [...commonWords].some((word) => stem === word + word))) return true
  if (new Set(lower).size <= 3) return true
  return keyboardWalks.some((walk) =>
    [lower, stems[0]!].some((form) => isPartOfWalk(form, walk) || isPartOfWalk(form, [...walk].reverse().join(''))),
  )
}

/** Digits and signs that often replace letters: `p4$$w0rd`. */
const substitutions: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', $: 's', '5': 's', '1': 'i', '3': 'e' }
const undoSubstitutions = (text: string): string => text.replaceAll(/[@40$513]/g, (sign) => substitutions[sign]!)

const isPartOfWalk = (password: string, walk: string): boolean => password.length >= 6 && (walk + walk).includes(password)

/** Sequences of adjacent keys; passwords may follow them in either direction. */
const keyboardWalks = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
]
const commonWords = new Set(
  [
    ...[
      'password',
      'passw',
      'passwort',
      'losenord',
      'contrasena',
      'welcome',
      'letmein',
      'changeme',
      'secret',
      'admin',
      'administrator',
      'login',
      'master',
      'user',
      'guest',
    ],
    ...[
      'qwerty',
      'qwertz',
      'azerty',
      'asdfgh',
      'zxcvbn',
      'abc',
      'abcdef',
      'iloveyou',
      'monkey',
      'dragon',
      'sunshine',
      'princess',
      'football',
      'baseball',
      'superman',
      'batman',
    ],
    ...[
      'shadow',
      'trustnoi',
      'whatever',
      'freedom',
      'hello',
      'charlie',
      'michael',
      'jordan',
      'liverpool',
      'arsenal',
      'chelsea',
      'london',
      'summer',
      'winter',
      'spring',
      'autumn',
    ],
    ...[
      'theatre',
      'theater',
      'playhouse',
      'bridge',
      'brooklyn',
      'ticket',
      'tickets',
      'starwars',
      'pokemon',
      'computer',
      'internet',
      'samsung',
      'google',
      'flower',
      'ashley',
      'bailey',
    ],
  ].map((word) => word.replaceAll('1', 'i')),
)
