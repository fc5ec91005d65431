/*
 * Inline-cache stubs compiled from C++.
 *
 * The CacheIR interpreter pays one indirect jump, several reads of the stub's
 * bytecode and a trip through memory for every operation. A few dozen short
 * sequences make up nearly everything that scripts execute, and their encoding
 * is the same wherever they occur: operand numbers and stub field offsets are
 * assigned in order. So such a sequence is written here as a type, whose bytes
 * are compared with the stub's when it is attached and whose code the compiler
 * joins into one function. Whatever is not listed, or needs a VM call, is left
 * to the interpreter.
 *
 * Every operation up to the last of a sequence is free of side effects, so a
 * stub may go to the next one, or start over in the interpreter, at any point
 * before it stores.
 *
 * Included by PortableBaselineInterpret.cpp inside of js::pbl.
 */

// An operand is kept boxed: on 32-bit platforms its payload is the low word,
// whether or not the interpreter would have removed the tag.
#ifdef JS_NUNBOX32

namespace stubs {

enum class Step { Next, NextStub, Interpret };

struct Run {
  uint64_t regs[6];
  const uint8_t* fields;
  ICCtx& ctx;
  uint64_t result;

  Value value(size_t id) const { return Value::fromRawBits(regs[id]); }
  template <typename T>
  T* pointer(size_t id) const {
    return reinterpret_cast<T*>(uintptr_t(uint32_t(regs[id])));
  }
  int32_t int32(size_t id) const { return int32_t(uint32_t(regs[id])); }
  void setPointer(size_t id, const void* p) {
    regs[id] = uint64_t(reinterpret_cast<uintptr_t>(p));
  }

  uint32_t word(size_t field) const {
    return *reinterpret_cast<const uint32_t*>(fields +
                                              field * sizeof(uintptr_t));
  }
  uint64_t word64(size_t field) const {
    return *reinterpret_cast<const uint64_t*>(fields +
                                              field * sizeof(uintptr_t));
  }
  JSContext* cx() const { return ctx.frameMgr.cxForLocalUseOnly(); }
};

template <CacheOp Op, uint8_t... Args>
struct Encoded {
  static constexpr std::array<uint8_t, 2 + sizeof...(Args)> code = {
      uint8_t(uint16_t(Op)), uint8_t(uint16_t(Op) >> 8), Args...};
};

#define STUB_OP(name, params, ...)                         \
  template <UNWRAP params>                                 \
  struct name : Encoded<CacheOp::name, __VA_ARGS__> {      \
    static MOZ_ALWAYS_INLINE Step run(Run& s);             \
  };                                                       \
  template <UNWRAP params>                                 \
  MOZ_ALWAYS_INLINE Step name<__VA_ARGS__>::run(Run& s)
#define UNWRAP(...) __VA_ARGS__
#define U8 uint8_t
#define GUARD(condition) return (condition) ? Step::Next : Step::NextStub
#define REQUIRE(condition) \
  if (!(condition)) return Step::NextStub
#define RESULT(value)              \
  s.result = (value).asRawBits();  \
  return Step::Next

STUB_OP(GuardToObject, (U8 Id), Id) { GUARD(s.value(Id).isObject()); }
STUB_OP(GuardToInt32, (U8 Id), Id) { GUARD(s.value(Id).isInt32()); }
STUB_OP(GuardToString, (U8 Id), Id) { GUARD(s.value(Id).isString()); }
STUB_OP(GuardToSymbol, (U8 Id), Id) { GUARD(s.value(Id).isSymbol()); }
STUB_OP(GuardIsNumber, (U8 Id), Id) { GUARD(s.value(Id).isNumber()); }

STUB_OP(GuardNonDoubleType, (U8 Id, U8 Type), Id, Type) {
  static_assert(ValueType(Type) == ValueType::String);
  GUARD(s.value(Id).isString());
}

STUB_OP(GuardToInt32Index, (U8 Id, U8 Result), Id, Result) {
  Value val = s.value(Id);
  int32_t index;
  if (val.isInt32()) {
    index = val.toInt32();
  } else {
    REQUIRE(val.isDouble() &&
            mozilla::NumberEqualsInt32(val.toDouble(), &index));
  }
  s.regs[Result] = Int32Value(index).asRawBits();
  return Step::Next;
}

STUB_OP(GuardToInt32ModUint32, (U8 Id, U8 Result), Id, Result) {
  Value val = s.value(Id);
  // Doubles are rarer and the interpreter knows their limits.
  if (!val.isInt32()) {
    return Step::Interpret;
  }
  s.regs[Result] = val.asRawBits();
  return Step::Next;
}

STUB_OP(Int32ToIntPtr, (U8 Id, U8 Result), Id, Result) {
  s.regs[Result] = s.regs[Id];
  return Step::Next;
}

STUB_OP(GuardShape, (U8 Id, U8 Shape), Id, Shape) {
  GUARD(reinterpret_cast<uintptr_t>(s.pointer<JSObject>(Id)->shape()) ==
        s.word(Shape));
}

STUB_OP(GuardSpecificSymbol, (U8 Id, U8 Symbol), Id, Symbol) {
  GUARD(uint32_t(s.regs[Id]) == s.word(Symbol));
}
STUB_OP(GuardSpecificAtom, (U8 Id, U8 Atom), Id, Atom) {
  GUARD(uint32_t(s.regs[Id]) == s.word(Atom));
}
STUB_OP(GuardSpecificFunction, (U8 Id, U8 Function, U8 Flags), Id, Function,
        Flags) {
  GUARD(uint32_t(s.regs[Id]) == s.word(Function));
}
STUB_OP(GuardAnyClass, (U8 Id, U8 Class), Id, Class) {
  GUARD(reinterpret_cast<uintptr_t>(s.pointer<JSObject>(Id)->getClass()) ==
        s.word(Class));
}
STUB_OP(GuardArrayIsPacked, (U8 Id), Id) {
  GUARD(IsPackedArray(s.pointer<JSObject>(Id)));
}
STUB_OP(GuardFuse, (U8 Fuse), Fuse) {
  GUARD(s.cx()
            ->realm()
            ->realmFuses.getFuseByIndex(RealmFuses::FuseIndex(Fuse))
            ->intact());
}
STUB_OP(GuardGlobalGeneration, (U8 Expected, U8 Address), Expected, Address) {
  GUARD(*reinterpret_cast<uint32_t*>(uintptr_t(s.word(Address))) ==
        s.word(Expected));
}

STUB_OP(LoadObject, (U8 Result, U8 Object), Result, Object) {
  s.regs[Result] = s.word(Object);
  return Step::Next;
}
STUB_OP(LoadProtoObject, (U8 Result, U8 Object, U8 Receiver), Result, Object,
        Receiver) {
  s.regs[Result] = s.word(Object);
  return Step::Next;
}
STUB_OP(LoadEnclosingEnvironment, (U8 Id, U8 Result), Id, Result) {
  s.setPointer(Result, &s.pointer<JSObject>(Id)
                            ->as<EnvironmentObject>()
                            .enclosingEnvironment());
  return Step::Next;
}
STUB_OP(LoadArgumentFixedSlot, (U8 Result, U8 Slot), Result, Slot) {
  s.regs[Result] = s.ctx.sp()[Slot].asUInt64();
  return Step::Next;
}

STUB_OP(LoadFixedSlotResult, (U8 Id, U8 Offset), Id, Offset) {
  RESULT(*reinterpret_cast<Value*>(
      reinterpret_cast<uintptr_t>(s.pointer<NativeObject>(Id)) +
      s.word(Offset)));
}
STUB_OP(LoadFixedSlotTypedResult, (U8 Id, U8 Offset, U8 Type), Id, Offset,
        Type) {
  RESULT(*reinterpret_cast<Value*>(
      reinterpret_cast<uintptr_t>(s.pointer<NativeObject>(Id)) +
      s.word(Offset)));
}
STUB_OP(LoadDynamicSlotResult, (U8 Id, U8 Offset), Id, Offset) {
  HeapSlot* slots = s.pointer<NativeObject>(Id)->getSlotsUnchecked();
  RESULT(slots[s.word(Offset) / sizeof(Value)].get());
}

STUB_OP(LoadDenseElementResult, (U8 Id, U8 Index, U8 Packed), Id, Index,
        Packed) {
  NativeObject* nobj = s.pointer<NativeObject>(Id);
  ObjectElements* elems = nobj->getElementsHeader();
  // A negative index fails as a large unsigned one.
  uint32_t index = uint32_t(s.int32(Index));
  REQUIRE(index < nobj->getDenseInitializedLength());
  REQUIRE(!Packed || elems->isPacked());
  Value val = elems->elements()[index].get();
  REQUIRE(Packed || !val.isMagic());
  RESULT(val);
}

STUB_OP(LoadDenseElementExistsResult, (U8 Id, U8 Index), Id, Index) {
  NativeObject* nobj = s.pointer<NativeObject>(Id);
  uint32_t index = uint32_t(s.int32(Index));
  REQUIRE(index < nobj->getDenseInitializedLength());
  REQUIRE(!nobj->getElementsHeader()->elements()[index].get().isMagic());
  RESULT(BooleanValue(true));
}

STUB_OP(LoadInt32ArrayLengthResult, (U8 Id), Id) {
  uint32_t length = s.pointer<ArrayObject>(Id)->length();
  REQUIRE(length <= uint32_t(INT32_MAX));
  RESULT(Int32Value(int32_t(length)));
}
STUB_OP(LoadStringLengthResult, (U8 Id), Id) {
  static_assert(JSString::MAX_LENGTH <= size_t(INT32_MAX));
  RESULT(Int32Value(int32_t(s.pointer<JSString>(Id)->length())));
}

STUB_OP(LoadTypedArrayElementResult,
        (U8 Id, U8 Index, U8 Type, U8 OutOfBounds, U8 ForceDouble, U8 View),
        Id, Index, Type, OutOfBounds, ForceDouble, View) {
  static_assert(!OutOfBounds && !ForceDouble);
  auto* array = s.pointer<TypedArrayObject>(Id);
  mozilla::Maybe<size_t> length = array->length();
  size_t index = size_t(uint32_t(s.int32(Index)));
  REQUIRE(length.isSome() && index < *length);
  SharedMem<void*> data = array->dataPointerEither();
  if constexpr (Scalar::Type(Type) == Scalar::Float64) {
    RESULT(JS::CanonicalizedDoubleValue(
        jit::AtomicOperations::loadSafeWhenRacy(data.cast<double*>() + index)));
  } else if constexpr (Scalar::Type(Type) == Scalar::Float32) {
    RESULT(JS::CanonicalizedDoubleValue(
        jit::AtomicOperations::loadSafeWhenRacy(data.cast<float*>() + index)));
  } else if constexpr (Scalar::Type(Type) == Scalar::Int32) {
    RESULT(Int32Value(jit::AtomicOperations::loadSafeWhenRacy(
        data.cast<int32_t*>() + index)));
  } else if constexpr (Scalar::Type(Type) == Scalar::Uint16) {
    RESULT(Int32Value(jit::AtomicOperations::loadSafeWhenRacy(
        data.cast<uint16_t*>() + index)));
  } else {
    static_assert(Scalar::Type(Type) == Scalar::Uint8 ||
                  Scalar::Type(Type) == Scalar::Uint8Clamped);
    RESULT(Int32Value(jit::AtomicOperations::loadSafeWhenRacy(
        data.cast<uint8_t*>() + index)));
  }
}

STUB_OP(StoreTypedArrayElement,
        (U8 Id, U8 Type, U8 Index, U8 Rhs, U8 OutOfBounds, U8 View), Id, Type,
        Index, Rhs, OutOfBounds, View) {
  static_assert(!OutOfBounds);
  auto* array = s.pointer<TypedArrayObject>(Id);
  mozilla::Maybe<size_t> length = array->length();
  size_t index = size_t(uint32_t(s.int32(Index)));
  REQUIRE(length.isSome() && index < *length);
  SharedMem<void*> data = array->dataPointerEither();
  if constexpr (Scalar::Type(Type) == Scalar::Float64) {
    jit::AtomicOperations::storeSafeWhenRacy(data.cast<double*>() + index,
                                             s.value(Rhs).toNumber());
  } else if constexpr (Scalar::Type(Type) == Scalar::Float32) {
    jit::AtomicOperations::storeSafeWhenRacy(data.cast<float*>() + index,
                                             float(s.value(Rhs).toNumber()));
  } else if constexpr (Scalar::Type(Type) == Scalar::Int32) {
    jit::AtomicOperations::storeSafeWhenRacy(data.cast<int32_t*>() + index,
                                             s.int32(Rhs));
  } else if constexpr (Scalar::Type(Type) == Scalar::Uint16) {
    jit::AtomicOperations::storeSafeWhenRacy(data.cast<uint16_t*>() + index,
                                             uint16_t(s.int32(Rhs)));
  } else {
    static_assert(Scalar::Type(Type) == Scalar::Uint8);
    jit::AtomicOperations::storeSafeWhenRacy(data.cast<uint8_t*>() + index,
                                             uint8_t(s.int32(Rhs)));
  }
  return Step::Next;
}

template <typename = void>
struct LoadUndefinedResult : Encoded<CacheOp::LoadUndefinedResult> {
  static MOZ_ALWAYS_INLINE Step run(Run& s) { RESULT(UndefinedValue()); }
};
STUB_OP(LoadBooleanResult, (U8 Flag), Flag) { RESULT(BooleanValue(Flag)); }
STUB_OP(LoadValueResult, (U8 Field), Field) {
  s.result = s.word64(Field);
  return Step::Next;
}
STUB_OP(LoadObjectResult, (U8 Id), Id) {
  RESULT(ObjectValue(*s.pointer<JSObject>(Id)));
}
STUB_OP(LoadInt32Result, (U8 Id), Id) { RESULT(Int32Value(s.int32(Id))); }
STUB_OP(IsObjectResult, (U8 Id), Id) {
  RESULT(BooleanValue(s.value(Id).isObject()));
}
STUB_OP(Int32MinMax, (U8 IsMax, U8 First, U8 Second, U8 Result), IsMax, First,
        Second, Result) {
  int32_t lhs = s.int32(First);
  int32_t rhs = s.int32(Second);
  int32_t result = ((lhs > rhs) ^ bool(IsMax)) ? rhs : lhs;
  s.regs[Result] = Int32Value(result).asRawBits();
  return Step::Next;
}

STUB_OP(CompareStringResult, (U8 Op, U8 Lhs, U8 Rhs), Op, Lhs, Rhs) {
  JSString* lhs = s.pointer<JSString>(Lhs);
  JSString* rhs = s.pointer<JSString>(Rhs);
  constexpr JSOp op = JSOp(Op);
  if (lhs == rhs) {
    RESULT(BooleanValue(op == JSOp::Eq || op == JSOp::StrictEq ||
                        op == JSOp::Le || op == JSOp::Ge));
  }
  if constexpr (op == JSOp::Lt || op == JSOp::Gt || op == JSOp::Le ||
                op == JSOp::Ge) {
    if (lhs->isLinear() && rhs->isLinear()) {
      int32_t order = CompareStrings(&lhs->asLinear(), &rhs->asLinear());
      RESULT(BooleanValue(op == JSOp::Lt   ? order < 0
                          : op == JSOp::Gt ? order > 0
                          : op == JSOp::Le ? order <= 0
                                           : order >= 0));
    }
  } else {
    constexpr bool whenUnequal = op == JSOp::Ne || op == JSOp::StrictNe;
    if ((lhs->isAtom() && rhs->isAtom()) || lhs->length() != rhs->length()) {
      RESULT(BooleanValue(whenUnequal));
    }
    if (lhs->isLinear() && rhs->isLinear()) {
      bool equal = EqualStrings(&lhs->asLinear(), &rhs->asLinear());
      RESULT(BooleanValue(equal != whenUnequal));
    }
  }
  // A rope has to be flattened, which may collect garbage.
  return Step::Interpret;
}

STUB_OP(StoreFixedSlot, (U8 Id, U8 Offset, U8 Rhs), Id, Offset, Rhs) {
  reinterpret_cast<GCPtr<Value>*>(
      reinterpret_cast<uintptr_t>(s.pointer<NativeObject>(Id)) +
      s.word(Offset))
      ->set(s.value(Rhs));
  return Step::Next;
}
STUB_OP(StoreDynamicSlot, (U8 Id, U8 Offset, U8 Rhs), Id, Offset, Rhs) {
  NativeObject* nobj = s.pointer<NativeObject>(Id);
  size_t dynSlot = s.word(Offset) / sizeof(Value);
  nobj->getSlotsUnchecked()[dynSlot].set(
      nobj, HeapSlot::Slot, dynSlot + nobj->numFixedSlots(), s.value(Rhs));
  return Step::Next;
}
STUB_OP(AddAndStoreFixedSlot,
        (U8 Id, U8 Offset, U8 Rhs, U8 NewShape, U8 PreserveWrapper), Id,
        Offset, Rhs, NewShape, PreserveWrapper) {
  static_assert(!PreserveWrapper);
  JSObject* obj = s.pointer<JSObject>(Id);
  obj->setShape(reinterpret_cast<Shape*>(uintptr_t(s.word(NewShape))));
  reinterpret_cast<GCPtr<Value>*>(reinterpret_cast<uintptr_t>(obj) +
                                  s.word(Offset))
      ->init(s.value(Rhs));
  return Step::Next;
}
STUB_OP(AddAndStoreDynamicSlot,
        (U8 Id, U8 Offset, U8 Rhs, U8 NewShape, U8 PreserveWrapper), Id,
        Offset, Rhs, NewShape, PreserveWrapper) {
  static_assert(!PreserveWrapper);
  NativeObject* nobj = s.pointer<NativeObject>(Id);
  nobj->setShape(reinterpret_cast<Shape*>(uintptr_t(s.word(NewShape))));
  size_t dynSlot = s.word(Offset) / sizeof(Value);
  nobj->getSlotsUnchecked()[dynSlot].init(nobj, HeapSlot::Slot,
                                          dynSlot + nobj->numFixedSlots(),
                                          s.value(Rhs));
  return Step::Next;
}

STUB_OP(StoreDenseElement, (U8 Id, U8 Index, U8 Rhs, U8 Packed), Id, Index,
        Rhs, Packed) {
  NativeObject* nobj = s.pointer<NativeObject>(Id);
  ObjectElements* elems = nobj->getElementsHeader();
  uint32_t index = uint32_t(s.int32(Index));
  REQUIRE(index < nobj->getDenseInitializedLength());
  REQUIRE(!Packed || elems->isPacked());
  HeapSlot* slot = &elems->elements()[index];
  REQUIRE(Packed || !slot->get().isMagic());
  slot->set(nobj, HeapSlot::Element, index + elems->numShiftedElements(),
            s.value(Rhs));
  return Step::Next;
}
STUB_OP(StoreDenseElementHole, (U8 Id, U8 Index, U8 Rhs, U8 HandleAdd), Id,
        Index, Rhs, HandleAdd) {
  static_assert(HandleAdd);
  NativeObject* nobj = s.pointer<NativeObject>(Id);
  uint32_t index = uint32_t(s.int32(Index));
  uint32_t initLength = nobj->getDenseInitializedLength();
  if (index < initLength) {
    nobj->setDenseElement(index, s.value(Rhs));
    return Step::Next;
  }
  REQUIRE(index == initLength);
  if (index >= nobj->getDenseCapacity()) {
    REQUIRE(NativeObject::addDenseElementPure(s.cx(), nobj));
  }
  nobj->setDenseInitializedLength(initLength + 1);
  // Only an array has a length of its own.
  if (nobj->is<ArrayObject>()) {
    ArrayObject* aobj = &nobj->as<ArrayObject>();
    uint32_t length = aobj->length();
    if (length <= index) {
      aobj->setLength(s.cx(), length + 1);
    }
  }
  nobj->initDenseElement(index, s.value(Rhs));
  return Step::Next;
}
STUB_OP(ArrayPush, (U8 Id, U8 Rhs), Id, Rhs) {
  ArrayObject* aobj = s.pointer<ArrayObject>(Id);
  uint32_t initLength = aobj->getDenseInitializedLength();
  REQUIRE(aobj->length() == initLength);
  if (initLength >= aobj->getDenseCapacity()) {
    REQUIRE(NativeObject::addDenseElementPure(s.cx(), aobj));
  }
  aobj->setDenseInitializedLength(initLength + 1);
  aobj->setLengthToInitializedLength();
  aobj->initDenseElement(initLength, s.value(Rhs));
  RESULT(Int32Value(int32_t(initLength + 1)));
}

#undef RESULT
#undef REQUIRE
#undef GUARD
#undef U8
#undef UNWRAP
#undef STUB_OP

// A sequence of operations as one stub.
template <class... Ops>
struct Sequence {
  static constexpr size_t length = (Ops::code.size() + ...);

  static constexpr std::array<uint8_t, length> join() {
    std::array<uint8_t, length> joined{};
    size_t at = 0;
    (
        [&] {
          for (uint8_t byte : Ops::code) {
            joined[at++] = byte;
          }
        }(),
        ...);
    return joined;
  }
  static constexpr std::array<uint8_t, length> code = join();

  static uint64_t run(uint64_t arg0, uint64_t arg1, ICStub* stub, ICCtx& ctx) {
    Run s = {{arg0, arg1, ctx.arg2, 0, 0, 0},
             reinterpret_cast<const uint8_t*>(stub) + sizeof(ICCacheIRStub),
             ctx,
             0};
    Step step = Step::Next;
    (void)((step = Ops::run(s), step == Step::Next) && ...);
    if (MOZ_LIKELY(step == Step::Next)) {
      return s.result;
    }
    if (step == Step::NextStub) {
      return CallNextIC(arg0, arg1, stub, ctx);
    }
    return ICInterpretOps(arg0, arg1, stub, ctx);
  }
};

struct Known {
  const uint8_t* code;
  size_t length;
  ICStubFunc function;
};

#define KNOWN(...)                                                        \
  {Sequence<__VA_ARGS__>::code.data(), Sequence<__VA_ARGS__>::length,     \
   &Sequence<__VA_ARGS__>::run}
#define OBJECT_OF_SHAPE GuardToObject<0>, GuardShape<0, 0>
#define CALLEE(slot)                                    \
  LoadArgumentFixedSlot<1, slot>, GuardToObject<1>,     \
      GuardSpecificFunction<1, 0, 1>
#define PROTO1 LoadProtoObject<2, 1, 0>, GuardShape<2, 2>
#define PROTO2 PROTO1, LoadProtoObject<3, 3, 0>, GuardShape<3, 4>
#define PROTO3 PROTO2, LoadProtoObject<4, 5, 0>, GuardShape<4, 6>
#define COMPARE(op)                       \
  KNOWN(GuardToString<0>, GuardToString<1>, \
        CompareStringResult<uint8_t(JSOp::op), 0, 1>)
#define TYPED_LOAD(type)                                         \
  KNOWN(OBJECT_OF_SHAPE, GuardToInt32<1>, Int32ToIntPtr<1, 2>,   \
        LoadTypedArrayElementResult<0, 2, uint8_t(Scalar::type), 0, 0, 0>)
#define TYPED_STORE_INT(type)                                        \
  KNOWN(OBJECT_OF_SHAPE, GuardToInt32ModUint32<2, 3>, GuardToInt32<1>, \
        Int32ToIntPtr<1, 4>,                                         \
        StoreTypedArrayElement<0, uint8_t(Scalar::type), 4, 3, 0, 0>)
#define TYPED_STORE_FLOAT(type)                                      \
  KNOWN(OBJECT_OF_SHAPE, GuardIsNumber<2>, GuardToInt32<1>,          \
        Int32ToIntPtr<1, 3>,                                         \
        StoreTypedArrayElement<0, uint8_t(Scalar::type), 3, 2, 0, 0>)

static const Known known[] = {
    // Reading a property: own, on a prototype, absent, `length`, by key.
    KNOWN(OBJECT_OF_SHAPE, LoadFixedSlotResult<0, 1>),
    KNOWN(OBJECT_OF_SHAPE, LoadDynamicSlotResult<0, 1>),
    KNOWN(OBJECT_OF_SHAPE, LoadObject<1, 1>, GuardShape<1, 2>,
          LoadFixedSlotResult<1, 3>),
    KNOWN(OBJECT_OF_SHAPE, LoadObject<1, 1>, GuardShape<1, 2>,
          LoadDynamicSlotResult<1, 3>),
    KNOWN(OBJECT_OF_SHAPE, LoadProtoObject<1, 1, 0>, GuardShape<1, 2>,
          LoadUndefinedResult<>),
    KNOWN(OBJECT_OF_SHAPE, LoadProtoObject<1, 1, 0>, GuardShape<1, 2>,
          LoadProtoObject<2, 3, 0>, GuardShape<2, 4>, LoadUndefinedResult<>),
    KNOWN(OBJECT_OF_SHAPE, LoadInt32ArrayLengthResult<0>),
    KNOWN(GuardToString<0>, LoadStringLengthResult<0>),
    KNOWN(GuardNonDoubleType<0, uint8_t(ValueType::String)>, LoadObject<1, 0>,
          GuardShape<1, 1>, LoadFixedSlotResult<1, 2>),
    KNOWN(GuardNonDoubleType<0, uint8_t(ValueType::String)>, LoadObject<1, 0>,
          GuardShape<1, 1>, LoadDynamicSlotResult<1, 2>),
    KNOWN(GuardNonDoubleType<0, uint8_t(ValueType::String)>, LoadObject<1, 0>,
          GuardShape<1, 1>, LoadProtoObject<2, 2, 1>, GuardShape<2, 3>,
          LoadUndefinedResult<>),
    KNOWN(GuardToObject<0>, GuardToString<1>, GuardSpecificAtom<1, 0>,
          GuardShape<0, 1>, LoadFixedSlotResult<0, 2>),
    KNOWN(GuardToObject<0>, GuardToString<1>, GuardSpecificAtom<1, 0>,
          GuardShape<0, 1>, LoadDynamicSlotResult<0, 2>),
    KNOWN(GuardToObject<0>, GuardToSymbol<1>, GuardSpecificSymbol<1, 0>,
          GuardShape<0, 1>, LoadObject<2, 2>, GuardShape<2, 3>,
          LoadDynamicSlotResult<2, 4>),

    // Elements.
    KNOWN(GuardToObject<0>, GuardToInt32<1>, GuardShape<0, 0>,
          LoadDenseElementResult<0, 1, 0>),
    KNOWN(GuardToObject<0>, GuardToInt32<1>, GuardShape<0, 0>,
          LoadDenseElementResult<0, 1, 1>),
    KNOWN(GuardToObject<0>, GuardToInt32Index<1, 2>, GuardShape<0, 0>,
          LoadDenseElementResult<0, 2, 1>),
    KNOWN(GuardToObject<1>, GuardToInt32<0>, GuardShape<1, 0>,
          LoadDenseElementExistsResult<1, 0>),
    KNOWN(GuardToObject<0>, GuardToInt32<1>, GuardShape<0, 0>,
          StoreDenseElement<0, 1, 2, 0>),
    KNOWN(GuardToObject<0>, GuardToInt32<1>, GuardShape<0, 0>,
          StoreDenseElement<0, 1, 2, 1>),
    KNOWN(GuardToObject<0>, GuardToInt32<1>, GuardShape<0, 0>,
          StoreDenseElementHole<0, 1, 2, 1>),
    KNOWN(GuardToObject<0>, GuardToInt32<1>, GuardShape<0, 0>,
          LoadProtoObject<3, 1, 0>, GuardShape<3, 2>,
          LoadProtoObject<4, 3, 0>, GuardShape<4, 4>,
          StoreDenseElementHole<0, 1, 2, 1>),
    TYPED_LOAD(Uint8),
    TYPED_LOAD(Uint8Clamped),
    TYPED_LOAD(Uint16),
    TYPED_LOAD(Int32),
    TYPED_LOAD(Float32),
    TYPED_LOAD(Float64),
    TYPED_STORE_INT(Uint8),
    TYPED_STORE_INT(Uint16),
    TYPED_STORE_INT(Int32),
    TYPED_STORE_FLOAT(Float32),
    TYPED_STORE_FLOAT(Float64),

    // Writing a property that is there, or adding one.
    KNOWN(OBJECT_OF_SHAPE, StoreFixedSlot<0, 1, 1>),
    KNOWN(OBJECT_OF_SHAPE, StoreDynamicSlot<0, 1, 1>),
    KNOWN(OBJECT_OF_SHAPE, AddAndStoreFixedSlot<0, 1, 1, 2, 0>),
    KNOWN(OBJECT_OF_SHAPE, PROTO1, AddAndStoreFixedSlot<0, 3, 1, 4, 0>),
    KNOWN(OBJECT_OF_SHAPE, PROTO2, AddAndStoreFixedSlot<0, 5, 1, 6, 0>),
    KNOWN(OBJECT_OF_SHAPE, PROTO3, AddAndStoreFixedSlot<0, 7, 1, 8, 0>),
    KNOWN(OBJECT_OF_SHAPE, AddAndStoreDynamicSlot<0, 1, 1, 2, 0>),
    KNOWN(OBJECT_OF_SHAPE, PROTO1, AddAndStoreDynamicSlot<0, 3, 1, 4, 0>),
    KNOWN(OBJECT_OF_SHAPE, PROTO2, AddAndStoreDynamicSlot<0, 5, 1, 6, 0>),

    // Global and enclosing variables, and intrinsics of self-hosted code.
    KNOWN(LoadDynamicSlotResult<0, 0>),
    KNOWN(GuardGlobalGeneration<0, 1>, LoadObject<1, 2>,
          LoadDynamicSlotResult<1, 3>),
    KNOWN(GuardToObject<0>, StoreDynamicSlot<0, 0, 1>),
    KNOWN(LoadObjectResult<0>),
    KNOWN(LoadEnclosingEnvironment<0, 1>, LoadObjectResult<1>),
    KNOWN(LoadValueResult<0>),

    // Strings that are compared.
    COMPARE(Eq),
    COMPARE(Ne),
    COMPARE(StrictEq),
    COMPARE(StrictNe),
    COMPARE(Lt),
    COMPARE(Gt),
    COMPARE(Le),
    COMPARE(Ge),

    // Natives and intrinsics that are done in place.
    KNOWN(OBJECT_OF_SHAPE, GuardArrayIsPacked<0>, GuardFuse<1>,
          LoadBooleanResult<1>),
    KNOWN(CALLEE(2), LoadArgumentFixedSlot<2, 1>, GuardToObject<2>,
          GuardShape<2, 2>, LoadProtoObject<3, 3, 2>, GuardShape<3, 4>,
          LoadProtoObject<4, 5, 2>, GuardShape<4, 6>,
          LoadArgumentFixedSlot<5, 0>, ArrayPush<2, 5>),
    KNOWN(CALLEE(3), LoadArgumentFixedSlot<2, 1>, GuardToInt32<2>,
          LoadArgumentFixedSlot<3, 0>, GuardToInt32<3>,
          Int32MinMax<1, 2, 3, 4>, LoadInt32Result<4>),
    KNOWN(CALLEE(3), LoadArgumentFixedSlot<2, 1>, GuardToInt32<2>,
          LoadArgumentFixedSlot<3, 0>, GuardToInt32<3>,
          Int32MinMax<0, 2, 3, 4>, LoadInt32Result<4>),
    KNOWN(LoadArgumentFixedSlot<1, 0>, GuardToInt32<1>, LoadInt32Result<1>),
    KNOWN(LoadArgumentFixedSlot<1, 0>, GuardToObject<1>, LoadObjectResult<1>),
    KNOWN(LoadArgumentFixedSlot<1, 0>, GuardToObject<1>, GuardAnyClass<1, 0>,
          LoadObjectResult<1>),
    KNOWN(LoadArgumentFixedSlot<1, 0>, IsObjectResult<1>),
    KNOWN(LoadArgumentFixedSlot<1, 1>, GuardToObject<1>,
          LoadFixedSlotResult<1, 0>),
    KNOWN(LoadArgumentFixedSlot<1, 1>, GuardToObject<1>,
          LoadFixedSlotTypedResult<1, 0, uint8_t(ValueType::Int32)>),
    KNOWN(LoadArgumentFixedSlot<1, 1>, GuardToObject<1>,
          LoadFixedSlotTypedResult<1, 0, uint8_t(ValueType::String)>),
};

#undef TYPED_STORE_FLOAT
#undef TYPED_STORE_INT
#undef TYPED_LOAD
#undef COMPARE
#undef PROTO3
#undef PROTO2
#undef PROTO1
#undef CALLEE
#undef OBJECT_OF_SHAPE
#undef KNOWN

static ICStubFunc Find(const CacheIRStubInfo* info) {
  if (info->stubDataOffset() != sizeof(ICCacheIRStub)) {
    return nullptr;
  }
  for (const Known& candidate : known) {
    if (candidate.length == info->codeLength() &&
        memcmp(candidate.code, info->code(), candidate.length) == 0) {
      return candidate.function;
    }
  }
  return nullptr;
}

}  // namespace stubs

uint8_t* GetICCode(const CacheIRStubInfo* info) {
  ICStubFunc function = stubs::Find(info);
  return reinterpret_cast<uint8_t*>(function ? function : &ICInterpretOps);
}

#else

uint8_t* GetICCode(const CacheIRStubInfo*) {
  return reinterpret_cast<uint8_t*>(&ICInterpretOps);
}

#endif
