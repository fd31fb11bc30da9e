export async function resetFactor(_site: string, _userId: string, _email: string) {
  throw new Error('later');
}
