import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Article, renderArticle } from '#src/markdown/article.ts';
import type { PlaceholderValues } from '#src/markdown/placeholders.ts';

const values: PlaceholderValues = {
  byName: {
    'site.name': { kind: 'text', text: '<img src=x onerror=alert(1)> & *co*' },
    'legal.law': { kind: 'text', text: 'javascript:alert(1)' },
    'legal.contact_address': { kind: 'address', address: 'hello@example.org' },
  },
  versions: [],
};
const draw = { address: (address: string) => `[${address}]`, support: () => '' };

function articleOf(body: string): Article {
  const rendered = renderArticle(`# Title\n\nLead.\n\n${body}`, { values, lang: 'en', draw });
  assert.ok(rendered.ok, JSON.stringify(rendered));
  return rendered.value;
}

/** Nothing runs, nothing is fetched, nothing looks otherwise. */
function expectHarmless(html: string, source = html): void {
  assert.doesNotMatch(
    html,
    /<(?!\/?(?:h[234]|p|[uo]l|li|blockquote|pre|hr|br|div|strong|b|bdi|em|i|del|code|a|table|thead|tbody|tr|t[hd])[\s/>])/,
    source,
  );
  const tags = html.match(/<[^>]*>/g) ?? [];
  const withoutValues = (tag: string) => tag.replaceAll(/"[^"]*"/g, '""');
  for (const tag of tags) {
    assert.doesNotMatch(
      withoutValues(tag),
      /\s(?:on\w+|style|src|srcset|data-\w+|formaction|action|name|target|background)\s*=/i,
      source,
    );
    const [, href] = /href="([^"]*)"/.exec(tag) ?? [];
    if (href === undefined) continue;
    const target = URL.parse(href.replaceAll('&amp;', '&'), 'https://hush.example');
    if (target === null) continue;
    assert.match(target.protocol, /^https?:$/, source);
    assert.doesNotMatch(href, /^[\\/]{2}/, source);
  }
}

const hostile = [
  '<script>alert(1)</script>',
  'x <script src="https://evil.example/x.js"></script> y',
  '<img src="https://evil.example/pixel.png">',
  '![pixel](https://evil.example/pixel.png)',
  '![inline](data:image/svg+xml,%3Csvg%3E)',
  '[go](javascript:alert(1))',
  '[go](JaVaScRiPt:alert(1))',
  '[go](&#106;avascript:alert(1))',
  '[go](java\tscript:alert(1))',
  '[go](data:text/html;base64,PHNjcmlwdD4=)',
  '[go](vbscript:x)',
  '[go](//evil.example/x)',
  '[go]: javascript:alert(1)\n\n[go]',
  '<a href="{{legal.law}}">go</a>',
  '[go]({{legal.law}})',
  '<a href="https://example.org" onclick="alert(1)" target="_blank" style="color:red">x</a>',
  '<p style="position:fixed;inset:0">over everything</p>',
  '<iframe src="https://evil.example"></iframe><object data="x"></object><embed src="x">',
  '<form action="https://evil.example"><input name="shrimp"><button>Send</button></form>',
  '<svg onload=alert(1)><use href="https://evil.example#x"/></svg>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></math>',
  '<link rel="stylesheet" href="https://evil.example"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<video poster="https://evil.example/x"><source src="https://evil.example/x"></video>',
  '<div id="page" class="alert">mine</div>',
  '<h2 id="main">Main</h2>',
  '## Main\n\ntext\n\n## Page\n\ntext\n\n## x {#page}\n\ntext',
  '{{site.name}}',
  '## {{site.name}} {#x}',
  '`{{site.name}}`\n\n```html\n<script>{{site.name}}</script>\n```',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '\ue1000\ue101 \ue102',
];

test('hostile Markdown comes out harmless: no script, no style, no picture, no request, no foreign id', () => {
  for (const source of hostile) {
    const { html, contents } = articleOf(source);
    expectHarmless(html, `${source} → ${html}`);
    assert.doesNotMatch(html, /id="(?:page|main)"/);
    for (const { id } of contents) assert.match(html, new RegExp(`<h2 id="${id}">`));
  }
});

test('whatever is put together of markup and placeholders comes out harmless and without a mark', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...hostile,
      '<',
      '>',
      '"',
      "'",
      '`',
      '*',
      '_',
      '[',
      '](',
      ')',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '| ',
      '&lt;',
      '<!--',
      '-->',
    ),
    fc.constantFrom(
      '{{site.name}}',
      '{{?legal.law}}',
      '{{legal.contact_address}}',
      '## ',
      'mailto:a@b.org',
      '<a href="',
    ),
    fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[{}]/g, '')),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { html, title, lead } = articleOf(pieces.join(''));
      expectHarmless(html.replaceAll(/\[[^\]]*@[^\]]*\]/g, ''), pieces.join(''));
      assert.doesNotMatch(`${html}${title}${lead}`, /\{\{|\}\}|[\ue100-\ue10f]/);
    }),
    { numRuns: 3_000 },
  );
});

test('a value is text wherever it stands, also in a heading, a title or a link', () => {
  const { html } = articleOf(
    '{{site.name}}\n\n[x](https://example.org/{{site.name}} "{{site.name}}")\n\n[to](/info/privacy)',
  );
  assert.match(html, /<p><bdi>&lt;img src=x onerror=alert\(1\)&gt; &amp; \*co\*<\/bdi><\/p>/);
  assert.match(html, /<a href="\/info\/privacy">to<\/a>/);
  const heading = articleOf('## {{site.name}}\n\ntext');
  assert.equal(heading.contents[0]?.text, '<img src=x onerror=alert(1)> & *co*');
});

test('a link to another site gets no hold of the page, and an address is never a link', () => {
  const { html } = articleOf('[a](https://example.org) <https://example.com> [m](mailto:a@b.org?subject=x) c@d.org');
  assert.equal(html.match(/ rel="noopener"/g)?.length, 2);
  assert.match(html, /\[a@b\.org\] \[c@d\.org\]/);
  assert.doesNotMatch(html, /mailto:/);
  const raw = articleOf('<a href="mailto:a@b.org">raw</a> <a href="mailto:a@b.org<b>">half</a>');
  assert.doesNotMatch(raw.html, /mailto:/);
});
