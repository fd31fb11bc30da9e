import { Link } from 'react-router-dom';

/** Leads to the page where a recovery code turns off the app. Signing out first is not necessary. */
export function RecoveryLink() {
  return <Link to="/auth?step=recover">Lost your app?</Link>;
}
