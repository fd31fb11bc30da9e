import { recordFeedPath, recordPath } from '../../../contract/records/release-record.ts';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ReleaseRecordList } from '../features/downloads/release-record-list.tsx';
import { site } from '../lib/site.ts';

export default function ReleaseRecordPage() {
  return (
    <Page
      title="Release record"
      description={`When each version of ${site.name} was published, promoted or withdrawn.`}
    >
      <PageHeader title="Release record" place="road">
        Every version that we have offered, and every change since. We only ever add to it.
      </PageHeader>
      <p>
        The record is also <a href={`/${recordPath}`}>a file for programs</a>, and a feed for your reader:{' '}
        <a href={`/${recordFeedPath}`}>Atom</a>
      </p>
      <ReleaseRecordList />
      <Section id="check" heading="How to check that nothing was changed">
        <p>
          Each entry of the file contains the SHA-256 of the entry before it, as <code>previous</code>. Keep
          the newest one that you have seen: while the record still contains it, nothing before it was
          changed. This command prints the SHA-256 of the first entry, which the second one contains:
        </p>
        <p>
          <code>jq -jc ".[0]" record.json | sha256sum</code>
        </p>
      </Section>
    </Page>
  );
}
