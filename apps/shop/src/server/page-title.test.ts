import { expect, it } from 'vitest'
import { titleOfPage } from './page-title.ts'

it.each([
  ['<main><h1 tabindex="-1">Sign in</h1><h2>More</h2></main>', 'Sign in'],
  ['<h1 lang="en" data-title="Tosca &amp; Co, 5 December" class="a">Tosca</h1>', 'Tosca & Co, 5 December'],
  ['<h1><span>Gifts</span> for\n<em>friends</em></h1>', 'Gifts for\nfriends'],
  ['<h1>&lt;/title&gt;&quot;</h1>', '</title>"'],
  ['<p>Nothing</p>', undefined],
  ['<h1></h1>', undefined],
])('reads the title of %s', (html, title) => {
  expect(titleOfPage(html)).toBe(title)
})
