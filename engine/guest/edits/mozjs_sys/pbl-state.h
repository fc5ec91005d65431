// One of the interpreter's reserved roots. It has the interface of a Rooted as
// far as the interpreter uses it, but is traced by the State that holds it.
template <typename T>
struct StateRoot {
  T value = JS::SafelyInitialized<T>::create();

  MutableHandle<T> operator&() {
    return MutableHandle<T>::fromMarkedLocation(std::addressof(value));
  }
  operator const T&() const { return value; }
  StateRoot& operator=(const T& other) {
    value = other;
    return *this;
  }
  uint64_t asRawBits() const { return value.asRawBits(); }
  void setUndefined() { value.setUndefined(); }
  void trace(JSTracer* trc) {
    if constexpr (std::is_pointer_v<T>) {
      if (!value) {
        return;
      }
    }
    TraceRoot(trc, std::addressof(value), "pbl-state");
  }
};

// A single entry in the list of roots: one is made for every call of a script
// from C++ (a comparator, a callback of `map` or `replace`, a getter), where
// linking and unlinking seventeen Rooteds cost as much as running the script.
struct State final : public JS::CustomAutoRooter {
  StateRoot<Value> value0;
  StateRoot<Value> value1;
  StateRoot<Value> value2;
  StateRoot<Value> value3;
  StateRoot<Value> res;
  StateRoot<JSObject*> obj0;
  StateRoot<JSObject*> obj1;
  StateRoot<JSObject*> obj2;
  StateRoot<JSString*> str0;
  StateRoot<JSString*> str1;
  StateRoot<JSString*> str2;
  StateRoot<JSScript*> script0;
  StateRoot<PropertyName*> name0;
  StateRoot<jsid> id0;
  StateRoot<JSAtom*> atom0;
  StateRoot<JSFunction*> fun0;
  StateRoot<Scope*> scope0;

  explicit State(JSContext* cx) : JS::CustomAutoRooter(cx) {}

 protected:
  void trace(JSTracer* trc) override {
    value0.trace(trc);
    value1.trace(trc);
    value2.trace(trc);
    value3.trace(trc);
    res.trace(trc);
    obj0.trace(trc);
    obj1.trace(trc);
    obj2.trace(trc);
    str0.trace(trc);
    str1.trace(trc);
    str2.trace(trc);
    script0.trace(trc);
    name0.trace(trc);
    id0.trace(trc);
    atom0.trace(trc);
    fun0.trace(trc);
    scope0.trace(trc);
  }
};
