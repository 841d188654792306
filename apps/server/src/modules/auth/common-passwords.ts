/**
 * Whether a password is one that guessing starts with: a well-known word, alone or with the usual digits and signs
 * around it, a walk over the keyboard, or one sign repeated. Works offline and keeps no list of leaked passwords.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('0', 'o')
    .replaceAll('$', 's')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
  const stem = plain.replaceAll(/[^a-z]+/g, '')
  if (words.has(stem) || [...words].some((word) => stem === word + word)) return true
  const lower = password.toLowerCase()
  if (new Set(lower).size <= 3) return true
  return walks.some((walk) => isPart(lower, walk) || isPart(lower, [...walk].reverse().join('')))
}

const isPart = (password: string, walk: string): boolean => password.length >= 6 && (walk + walk).includes(password)

const walks = [
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
const words = new Set(
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
