import { Link } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ManualContents } from '../features/manual/manual-contents.tsx';

export default function ManualContentsPage() {
  return (
    <Page
      title="Manual"
      description="How to install Lorewright, put in your license, use its five workspaces, and keep your worlds safe: one short page per task."
      width="wide"
    >
      <PageHeader title="Manual" place="road">
        One short page per task. Is something missing? <Link to="/contact">Ask us.</Link>
      </PageHeader>
      <ManualContents />
    </Page>
  );
}
