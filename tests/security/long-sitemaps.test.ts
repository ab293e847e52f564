import { addSitemap } from '../../application/knowledge/manage-pages.ts';
import { DAY_MS, pageWorld } from '../application/knowledge/page-world.ts';
import { boundedBy } from './watched-loop.ts';

describe('sitemaps of strangers', () => {
  for (const root of ['urlset', 'sitemapindex'])
    it(`do not delay others with a ${root} of 50,000 addresses`, async () => {
      const { pages, ports, checkAfter } = await pageWorld();
      const url = 'https://example.com/sitemap.xml';
      const address = `https://example.com/${'é'.repeat(10)}`;
      pages.set(url, [root, ...Array.from({ length: 50_000 }, (_, at) => address + at)].join('\n'));
      const member = { org_id: 'o1', email: 'ada@example.com', role: 'member' } as const;
      await addSitemap({ ...ports, pageWorker: { wake: () => undefined } })(member, {
        ...{ url, refresh: 'daily', path_prefix: '/none' },
      });
      await boundedBy(() => checkAfter(DAY_MS + 1));
    });
});
